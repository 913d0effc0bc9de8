export { AutoRechargeModule } from './auto-recharge.module';

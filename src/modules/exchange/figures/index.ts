export { FiguresModule } from './figures.module';

export { DeliveryRunner } from './delivery-runner.listener';
export { WebhooksModule } from './webhooks.module';
export { ResealedWebhookSecretsService } from './resealed-webhook-secrets.service';

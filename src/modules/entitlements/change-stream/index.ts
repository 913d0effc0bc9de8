export { ChangeStreamModule } from './change-stream.module';
export { StreamRounds } from './stream-rounds.listener';

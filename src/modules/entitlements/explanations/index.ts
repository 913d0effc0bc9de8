export { ExplanationsModule } from './explanations.module';
export { sourceNames, type SourceName } from './explanations.service';

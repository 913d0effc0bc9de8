export { matchesOf, type MatchedMeter } from './domain/matched-meters';
export { EventsModule } from './events.module';

export { DueSources, sourceDue } from './due-sources.service';
export type { GrantState, KnownFeature } from './known-state.record';
export { SourceHistory, type KnownFacts } from './source-history.service';
export type { DeclaredState } from './snapshots.repository';
export { SourceHistoryModule } from './source-history.module';
export type { StoredBudget, StoredLife, StoredRate, StoredSource } from './stored-source.record';

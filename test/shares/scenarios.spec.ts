import { applicationScenarios } from '../support/shares';
import { runFiles } from './share';

runFiles(applicationScenarios());
// Each has set its own, and the last one would count for all.
jest.setTimeout(3_600_000);

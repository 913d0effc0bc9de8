import { runShare } from './share';

runShare('database', 1);

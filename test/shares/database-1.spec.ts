import { runShare } from './share';

runShare('database', 0);

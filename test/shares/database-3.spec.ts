import { runShare } from './share';

runShare('database', 2);

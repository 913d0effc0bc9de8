import { runShare } from './share';

runShare('unit', 2);

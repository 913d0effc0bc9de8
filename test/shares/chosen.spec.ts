import { runFiles } from './share';

// Of one area, as `npm run check -- <area>` found them.
runFiles((process.env.TEST_FILES ?? '').split(' ').filter(Boolean));

import { loadBundle } from './bundle';

// What `npm start` and the image run. `npm run dev` runs main.ts, which needs no packing.
loadBundle().start();

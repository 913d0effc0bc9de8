// `npm run build`: compiles what changed into dist.
import { build } from './lib/build.mjs';

const { code } = await build();
process.exitCode = code;

import 'reflect-metadata';
import { EnvironmentError, loadEnvironment } from '#libs/config/env';
import { tellStartFault } from './start-faults';
import { startService } from './start-service';

const main = async (): Promise<void> => {
  const environment = loadEnvironment();
  // What fails before anything is opened: the files of DATA_DIR.
  await startService(environment).catch((error: unknown) => {
    tellStartFault(error, environment);
    process.exit(1);
  });
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof EnvironmentError ? error.message : String(error)}\n`);
  process.exit(1);
});

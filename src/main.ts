import 'reflect-metadata';
import { EnvironmentError, loadEnvironment } from '#libs/config/env';
import { startService } from './start-service';

const main = async (): Promise<void> => startService(loadEnvironment());

// The last resort is a line that an administrator can act on, never a bare stack for a wrong setting.
main().catch((error: unknown) => {
  const isSetting = error instanceof EnvironmentError || (error as { isAdvice?: boolean }).isAdvice === true;
  process.stderr.write(`${isSetting ? (error as Error).message : String((error as Error).stack ?? error)}\n`);
  process.exit(1);
});

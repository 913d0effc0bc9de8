import { faultOfDatabaseUrl } from '#libs/config/env-variables';
import { CredentialSeal } from '#libs/credentials/credential-seal';
import { KeyPepper } from '#libs/credentials/key-pepper';
import { isUid } from '#libs/kernel/ids';
import { DueWalks } from '#libs/messaging/due-work';
import { EnvironmentMove } from '#libs/persistence/environment-move';
import { differences, forgetRows, movedTables, secretsOf } from '#libs/persistence/moved-rows';
import { onSession, type Session } from '#libs/persistence/one-session';
import { isLockTimeout, isRightLacking } from '#libs/persistence/pg-errors';
import { MovedAccounts } from '#modules/platform/accounts';
import { stayingTables } from '../../src/service-rights';
import { Advice } from '../terminal';
import type { Installation } from './installation';
import { Misunderstood, type Noun, type Told, type Verb } from './noun';
import { listing } from './told-lines';

/** What is done in one database: its session is that of the owner of its tables. */
interface Here {
  installation: Installation;
  session: Session;
  id: string;
  move: EnvironmentMove;
}

type Step = (here: Here) => Promise<Told>;
type StepWith = (here: Here, there: Session) => Promise<Told>;

/** Moves an environment to another database: docs/operations/move-an-environment.md. ADR-0130 */
export const environmentMoves: Noun = {
  publish: {
    takes: '<id>',
    about: 'lets another database subscribe to the rows of an environment; it goes on as before',
    read: ([id = '']) => alone(id, publish),
  },
  expect: {
    takes: '<id> <url>',
    about:
      'on the database that it goes to: makes room for it; the URL is of the owner of the database that it comes from',
    read: ([id = '', url = '']) => beside(id, url, expect),
  },
  hold: {
    takes: '<id>',
    about:
      'no write of it commits any more: they are told to come again. It is read as before, and its jobs wait',
    read: ([id = '']) => alone(id, hold),
  },
  compare: {
    takes: '<id> <url>',
    about: 'reads all of its rows in both databases, and names the tables in which they are not the same',
    read: ([id = '', url = '']) => beside(id, url, compare),
  },
  release: {
    takes: '<id> [<url>]',
    about:
      'it takes writes here. With the URL of the owner of the database that it comes from where it has arrived; without one where its move is given up',
    read: ([id = '', url]) => (url === undefined ? alone(id, giveUp) : beside(id, url, arrive)),
  },
  forget: {
    takes: '<id> <url>',
    about:
      'removes what is left of it here, by a superuser; the URL is of the owner of the database where it is now. Nothing brings it back',
    read: ([id = '', url = '']) => beside(id, url, forget),
  },
};

const alone = (id: string, step: Step): ReturnType<Verb['read']> => {
  if (!isUid(id)) throw new Misunderstood(`${id} is no id of an environment`);
  return (installation) =>
    onSession({ connectionString: installation.databaseUrl }, async (session) => {
      const move = new EnvironmentMove(session, id, await movedTables(session, stayingTables));
      return step({ installation, session, id, move });
    }).catch((error: unknown) => {
      if (!isLockTimeout(error)) throw error;
      throw new Advice(
        'Somebody has been at work in a table for too long: give the command again, it goes on where it was',
      );
    });
};

const beside = (id: string, url: string, step: StepWith): ReturnType<Verb['read']> => {
  const fault = faultOfDatabaseUrl(url);
  if (fault) throw new Misunderstood(`<url> ${fault}`);
  return alone(id, (here) => onOther(url, (there) => step(here, there)));
};

async function onOther<T>(url: string, work: (there: Session) => Promise<T>): Promise<T> {
  let isOpen = false;
  try {
    return await onSession({ connectionString: url }, (there) => {
      isOpen = true;
      return work(there);
    });
  } catch (error) {
    if (isOpen) throw error;
    throw new Advice(`The other database cannot be reached: ${(error as Error).message}`);
  }
}

const accountsOf = ({ installation }: Here): MovedAccounts => installation.get(MovedAccounts);

async function publish(here: Here): Promise<Told> {
  if (!(await accountsOf(here).isKnown(here.session, here.id))) throw unknown(here.id);
  await here.move.publish();
  return {
    json: { publication: here.move.name },
    text: `The publication ${here.move.name} tells the rows of the environment`,
  };
}

async function expect(here: Here, there: Session): Promise<Told> {
  const { installation, session, id, move } = here;
  const accounts = accountsOf(here);
  if (await accounts.isKnown(session, id)) throw new Advice(`The environment ${id} is here already`);
  if (!(await accounts.isKnown(there, id))) throw unknown(id);
  const { peppers, seals } = await secretsOf(there, id);
  const lacking = [
    ...(peppers.every((each) => installation.get(KeyPepper).knows(each)) ? [] : ['API_KEY_PEPPER']),
    ...(seals.every((each) => installation.get(CredentialSeal).knows(each)) ? [] : ['SEALING_KEYS']),
  ];
  if (lacking.length > 0) {
    throw new Advice(
      `${lacking.join(' and ')} of this command lack a value under which something of the environment was made: set what the services of both databases have`,
    );
  }
  await move.expect();
  await accounts.copyAccount(there, session, id);
  return { json: { subscription: move.name }, text: `It is expected: make the subscription ${move.name}` };
}

async function hold({ move }: Here): Promise<Told> {
  const place = await move.hold();
  return {
    json: { place },
    text: `It is held; all that was written of it stands in the log before ${place}`,
  };
}

async function compare({ session, id }: Here, there: Session): Promise<Told> {
  const tables = await movedTables(session, stayingTables);
  const differing = await differences(session, there, id, tables);
  if (differing.length > 0) {
    throw new Advice(
      listing(
        `${differing.length} tables are not the same:`,
        differing.map((each) => `${each.table}: ${each.here} rows here, ${each.there} there`),
      ),
    );
  }
  return { json: { tables: tables.length }, text: `All ${tables.length} tables are the same` };
}

async function arrive(here: Here, there: Session): Promise<Told> {
  const { installation, session, id, move } = here;
  await move.requireMove('ARRIVING', 'the URL is for where it goes to');
  const from = await new EnvironmentMove(there, id, []).found();
  if (from?.is_held !== true) throw new Advice('It takes writes where it comes from: hold it there first');
  if (!(await accountsOf(here).isKnown(session, id))) throw new Advice('It has not come here yet');
  await accountsOf(here).copyRoles(there, session, id);
  const jobs = await move.askForJobsOf(there);
  await move.release();
  for (const { name } of installation.get(DueWalks).all) await move.ask(name);
  return { json: { jobs }, text: `It takes writes here, and ${jobs} jobs of it were asked for again` };
}

async function giveUp({ move }: Here): Promise<Told> {
  await move.requireMove('LEAVING', 'where it arrives, the URL of where it comes from is needed');
  await move.release();
  return { json: {}, text: 'It takes writes here: its move was given up' };
}

async function forget(here: Here, there: Session): Promise<Told> {
  const { session, id, move } = here;
  const [isThere, arriving] = [
    await accountsOf(here).isKnown(there, id),
    await new EnvironmentMove(there, id, []).found(),
  ];
  if (!isThere || arriving)
    throw new Advice(`The environment ${id} does not take writes there: nothing was removed`);
  await session.query('set session_replication_role = replica').catch((error: unknown) => {
    if (!isRightLacking(error)) throw error;
    throw new Advice(
      'Ledgers and logs are kept from everybody but a superuser: name one in DATABASE_URL for this command',
    );
  });
  await move.leave();
  const rows = await forgetRows(session, id, stayingTables.above);
  await accountsOf(here).forget(session, id);
  await move.dismissJobs();
  await move.end();
  return { json: { rows }, text: `${rows} rows were removed` };
}

const unknown = (id: string): Advice =>
  new Advice(`No environment has the id ${id}: npm run admin -- environments list tells them`);

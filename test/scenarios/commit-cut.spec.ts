import { createTestDatabase, type TestDatabase } from '../support/database';
import { DatabaseLink, type Cut } from '../support/database-link';
import { sellForWrites, sendWrite, WriteBook } from '../support/keyed-writes';
import { untilAnswered, type Tally } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

jest.setTimeout(1_200_000);

const clients = 8;
const cuts = scaled(200, 12);
const customers = Array.from({ length: 8 }, (_, n) => `cut-${n + 1}`);
const random = seededRandom('commit-cut.spec');

let database: TestDatabase;
let link: DatabaseLink;
let service: ServiceProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  link = await DatabaseLink.to(database.serviceUrl);
  service = await ServiceProcess.start({ DATABASE_URL: link.url });
  await sellForWrites(service.api, customers);
});
afterAll(async () => {
  await service?.kill();
  link?.close();
  await database?.drop();
});

describe('the network breaks as a transaction commits', () => {
  it(`reliability C7: after ${cuts} cuts, half of them before the database heard of the commit and half before anybody heard of its answer, what is repeated is done once, and nothing acknowledged is lost`, async () => {
    const done: Record<Cut, number> = { unheard: 0, unanswered: 0 };
    const total = (): number => done.unheard + done.unanswered;
    link.atCommit = () => {
      if (total() >= cuts || random.next() < 0.7) return undefined;
      const cut: Cut = total() % 2 === 0 ? 'unheard' : 'unanswered';
      done[cut]++;
      return cut;
    };
    const book = new WriteBook('torn', customers);
    const tally: Tally = new Map();
    const client = async (): Promise<void> => {
      while (total() < cuts) {
        const intent = book.next();
        const answer = await untilAnswered(() => sendWrite(service.api, intent), tally);
        if (answer.status !== 201) throw new Error(`Answered ${answer.status} ${answer.text}`);
        book.acknowledge(intent);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));

    process.stdout.write(
      `commit-cut.spec: ${book.size} writes, ${done.unheard} commits unheard and ${done.unanswered} unanswered, answers ${JSON.stringify([...tally])}\n`,
    );
    expect(await book.differences(database.url)).toEqual([]);
    expect(service.faults).toEqual([]);
    // Whoever meets a cut is told to come again; what commits by itself meets some of them.
    expect([...tally.keys()].filter((outcome) => outcome !== 201 && outcome !== 409)).toEqual([503]);
  });
});

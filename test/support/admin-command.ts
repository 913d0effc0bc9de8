import type { INestApplicationContext } from '@nestjs/common';
import { runAdminCommand, type Surroundings } from '../../cli/admin/command';
import { Installation, openInstallation } from '../../cli/admin/installation';

/** What came of a command of `npm run admin`. */
export interface AdminCourse {
  exit: number;
  /** Its answer. */
  out: string;
  /** What it says beside. */
  told: string;
}

type Open = NonNullable<Surroundings['open']>;
type Tell = Surroundings['terminal']['tell'];

/** In this process, as the command does it. @param variables all that it is told of its environment */
export async function runAdmin(
  words: readonly string[],
  variables: object,
  open: Open = openInstallation,
): Promise<AdminCourse> {
  const course = { exit: 0, out: '', told: '' };
  const terminal = {
    write: (text: string) => void (course.out += text),
    tell: (text: string) => void (course.told += text),
    isTerminal: false,
  };
  course.exit = await runAdminCommand([...words], { terminal, variables: { ...variables }, open });
  return course;
}

const nothingToClose = { close: () => Promise.resolve(new Map()) };

/** By the use cases of an application that is there, instead of those of a process that is started for it. */
export const inApplication =
  (nest: INestApplicationContext): Open =>
  (_, terminal) =>
    Promise.resolve(new Installation(nest, nothingToClose, terminal));

/**
 * Commands one after the other, of processes that are told the same: all are done in one, which is opened for the first of them. To open one takes longer
 * than most commands do. Their database must stay.
 */
export class AdminDesk {
  private readonly opened = new Map<string, Promise<Installation>>();
  private tell: Tell = () => undefined;

  readonly run = (words: readonly string[], variables: object): Promise<AdminCourse> =>
    runAdmin(words, variables, async (told, { tell }) => {
      this.tell = tell;
      const place = JSON.stringify(told);
      const opening = this.opened.get(place) ?? openInstallation(told, { tell: (text) => this.tell(text) });
      this.opened.set(place, opening);
      opening.catch(() => this.opened.delete(place));
      return stayingOpen(await opening);
    });

  async close(): Promise<void> {
    for (const opening of this.opened.values()) await (await opening).close();
  }
}

const stayingOpen = (installation: Installation): Installation =>
  Object.assign(Object.create(installation) as Installation, { close: () => Promise.resolve() });

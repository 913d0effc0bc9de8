import { runAdminCommand } from '../../cli/admin/command';

/** What came of a command of `npm run admin`. */
export interface AdminCourse {
  exit: number;
  /** Its answer. */
  out: string;
  /** What it says beside. */
  told: string;
}

/** In this process, as the command does it. @param variables all that it is told of its environment */
export async function runAdmin(words: readonly string[], variables: object): Promise<AdminCourse> {
  const course = { exit: 0, out: '', told: '' };
  const terminal = {
    write: (text: string) => void (course.out += text),
    tell: (text: string) => void (course.told += text),
    isTerminal: false,
  };
  course.exit = await runAdminCommand([...words], { terminal, variables: { ...variables } });
  return course;
}

import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { serverAccount } from '#libs/persistence/embedded-account';

const block = Buffer.alloc(64 * 1024, 1);

/** A file system of its own in memory, which can be filled to the last byte. */
export class SmallDisk {
  private constructor(
    private readonly home: string,
    /** A folder of whoever runs servers. */
    readonly folder: string,
  ) {}

  /** @returns undefined where this machine lets us mount none */
  static mount(home: string, megabytes: number): SmallDisk | undefined {
    mkdirSync(home);
    const options = `size=${megabytes}m,mode=0755`;
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', home]).status !== 0) return undefined;
    const folder = join(home, 'folder');
    mkdirSync(folder);
    const { uid, gid } = serverAccount('/nowhere');
    if (uid !== undefined) spawnSync('chown', [`${uid}:${gid}`, folder]);
    return new SmallDisk(home, folder);
  }

  /** Whatever grows on it finds no room any more. */
  fill(): void {
    const file = openSync(this.ballast, 'a');
    try {
      for (let size = block.length; size >= 1;) {
        try {
          writeSync(file, block, 0, size);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          size = Math.floor(size / 2);
        }
      }
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.ballast, { force: true });
  }

  unmount(): void {
    spawnSync('umount', ['-l', this.home]);
  }

  private get ballast(): string {
    return join(this.home, 'ballast');
  }
}

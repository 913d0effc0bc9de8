/** Many go on side by side, and now and then one wants to be alone. */
export class Crossing {
  private inside = 0;
  private closed: Promise<void> | undefined;
  private readonly waiting: (() => void)[] = [];

  async pass<T>(work: () => Promise<T>): Promise<T> {
    while (this.closed) await this.closed;
    this.inside++;
    try {
      return await work();
    } finally {
      this.inside--;
      if (this.inside === 0) this.waiting.splice(0).forEach((go) => go());
    }
  }

  /** Nobody passes meanwhile. Not to be called from inside. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.closed) await this.closed;
    let open: () => void = () => undefined;
    this.closed = new Promise((resolve) => {
      open = () => {
        this.closed = undefined;
        resolve();
      };
    });
    if (this.inside > 0) await new Promise<void>((go) => this.waiting.push(go));
    try {
      return await work();
    } finally {
      open();
    }
  }
}

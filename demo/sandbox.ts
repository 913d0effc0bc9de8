import type { Scene } from './scene';

interface Integration {
  id: string;
  isSandbox: boolean;
}

/** The provider that moves no money, as the environment of the story is connected with it. */
export class Sandbox {
  private constructor(
    private readonly scene: Scene,
    private readonly integrationId: string,
  ) {}

  /** The one that is there, or a new one. @throws Error where money is collected for real */
  static async of(scene: Scene): Promise<Sandbox> {
    const path = '/integrations?vendorIdentifier=STRIPE';
    const shown = ['id', 'isSandbox'];
    const [there] = (await scene.perform<Integration[]>('GET', path, undefined, shown)).data();
    if (there && !there.isSandbox)
      throw new Error('This environment collects by an account of its own; tell the story in another one');
    if (there) return new Sandbox(scene, there.id);
    const asked = { vendorIdentifier: 'STRIPE', credentials: { sandbox: true } };
    const { id } = (await scene.perform<Integration>('POST', '/integrations', asked, shown)).data();
    return new Sandbox(scene, id);
  }

  /** @param method of the sandbox: `pays` */
  async attach(customer: string, method: string): Promise<void> {
    const { scene, integrationId } = this;
    const asked = { integrationId, vendorIdentifier: 'STRIPE', paymentMethodId: `pm_sandbox_${method}` };
    const path = `/customers/${scene.called(customer)}/payment-method`;
    (await scene.perform('POST', path, asked, ['id', 'defaultPaymentMethod'])).data();
  }
}

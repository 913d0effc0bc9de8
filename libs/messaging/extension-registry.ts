import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper';
import { EventTypes } from './event';
import { marksOf, type Form, type Mark } from './extension-marks';

/** A decorated class or method of a provider. */
export interface Extension extends Mark {
  /** `PackageVetoes.refuseRemoval`: its deliveries and failures are told under this name. */
  where: string;
  provider: object;
  /** Calls the method. */
  run(...facts: unknown[]): Promise<unknown>;
}

const none: readonly Extension[] = [];
const work: readonly Form[] = ['job', 'due-work', 'upkeep', 'long-task'];

/**
 * Who extends whom, found once when the application starts: all that providers say by the decorators of extensions.ts,
 * due-work.ts and task-kinds.ts. In the order in which the framework starts modules, so that a module speaks after those that it
 * imports; inside a module in the order of its providers, inside a class in that of its methods.
 */
@Injectable()
export class ExtensionRegistry implements OnModuleInit {
  private readonly byForm = new Map<Form, Map<string, Extension[]>>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly eventTypes: EventTypes,
  ) {}

  /** @throws Error for an unknown type of event, for work of one name in two places and for a provider that is made per request */
  onModuleInit(): void {
    const wrappers = this.discovery.getProviders().filter(({ isAlias }) => !isAlias);
    const depth = ({ host }: InstanceWrapper): number => host?.distance ?? 0;
    for (const wrapper of wrappers.sort((a, b) => depth(b) - depth(a))) {
      // A value may be a text.
      const provider = Object(wrapper.instance) as object;
      for (const said of marksOf(provider)) this.add(extensionOf(provider, said), wrapper);
    }
  }

  of(form: Form, name: string): readonly Extension[] {
    return this.byForm.get(form)?.get(name) ?? none;
  }

  all(form: Form): readonly Extension[] {
    return [...(this.byForm.get(form)?.values() ?? none)].flat();
  }

  private add(extension: Extension, wrapper: InstanceWrapper): void {
    const { form, name, where } = extension;
    if (wrapper.isTransient || !wrapper.isDependencyTreeStatic())
      throw new Error(
        `${where} extends others, so its class must be made once, not for each request or user`,
      );
    if (form === 'event' && !this.eventTypes.includes(name))
      throw new Error(`${where}: ${name} is no type of event`);
    const other = work.includes(form) ? work.flatMap((each) => this.of(each, name))[0] : undefined;
    if (other) throw new Error(`${where} and ${other.where} both do the work ${name}`);
    const named = this.byForm.get(form) ?? new Map<string, Extension[]>();
    this.byForm.set(form, named.set(name, [...(named.get(name) ?? []), extension]));
  }
}

function extensionOf(provider: object, said: Mark): Extension {
  const { name: type } = provider.constructor;
  const methods = provider as Record<string, (...facts: unknown[]) => Promise<unknown>>;
  const { method = '' } = said;
  return {
    ...said,
    where: method ? `${type}.${method}` : type,
    provider,
    // Looked up at each call, as any other call of a method: a test may stand in for it.
    run: async (...facts) => methods[method]?.(...facts),
  };
}

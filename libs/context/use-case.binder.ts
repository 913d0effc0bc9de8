import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { isWithin, useCaseOf } from './use-case';
import { requireContext } from './request-context';
import { UseCaseRunner } from './use-case.runner';

type Method = (this: unknown, ...args: unknown[]) => Promise<unknown>;

/** Puts the runner around every use case of every service, once, when the application starts. */
@Injectable()
export class UseCaseBinder implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly runner: UseCaseRunner,
  ) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders()) {
      if (typeof instance === 'object' && instance !== null) this.bind(instance as Record<string, unknown>);
    }
  }

  private bind(service: Record<string, unknown>): void {
    for (const name of methodNames(service)) {
      const method = service[name] as Method;
      const facts = useCaseOf(method);
      if (facts) {
        service[name] = (...args: unknown[]) =>
          this.runner.run(facts, args, () => method.apply(service, args));
      } else if (isWithin(method)) {
        service[name] = (...args: unknown[]) => insideUseCase(name, () => method.apply(service, args));
      }
    }
  }
}

function insideUseCase<T>(name: string, call: () => T): T {
  if (!requireContext().useCase) throw new Error(`${name}() is for use cases only`);
  return call();
}

function methodNames(service: object): string[] {
  const prototype = Object.getPrototypeOf(service) as object | null;
  if (!prototype || prototype === Object.prototype) return [];
  const descriptors = Object.getOwnPropertyDescriptors(prototype);
  return Object.entries(descriptors).flatMap(([name, d]) =>
    typeof d.value === 'function' && name !== 'constructor' ? [name] : [],
  );
}

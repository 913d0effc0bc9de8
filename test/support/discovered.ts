import type { Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { isEventType } from '#libs/business/values/event-types';
import { EventTypes } from '#libs/messaging/event';
import { ExtensionRegistry } from '#libs/messaging/extension-registry';
import { Extensions } from '#libs/messaging/extensions';

/**
 * Providers as the framework makes and finds them, those of each module after those of the modules before it, which it imports.
 * @throws what ends a start of the application
 */
export async function discovered(
  ...modules: Type[][]
): Promise<{ registry: ExtensionRegistry; extensions: Extensions }> {
  const types = { provide: EventTypes, useValue: { includes: isEventType } };
  const providers = [ExtensionRegistry, Extensions, types];
  const root = { module: class {}, imports: [DiscoveryModule], providers };
  const whole = modules.reduce((imported: object, providers) => {
    return { module: class {}, imports: [imported], providers };
  }, root);
  const nest = await NestFactory.createApplicationContext(whole as never, {
    logger: false,
    abortOnError: false,
  });
  return { registry: nest.get(ExtensionRegistry), extensions: nest.get(Extensions) };
}

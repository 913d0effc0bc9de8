import type { Type } from '@nestjs/common';

/**
 * The types of the arguments of a door, in their order, where its class is made by a function and the compiler cannot know them:
 * what comes in is checked against these shapes, and documented by them.
 */
export const Takes =
  (...types: Type[]): MethodDecorator =>
  (target, name) =>
    Reflect.defineMetadata('design:paramtypes', types, target, name);

import { Injectable, Param, type PipeTransform } from '@nestjs/common';
import { Args } from '@nestjs/graphql';
import { ApiParam } from '@nestjs/swagger';
import { badInput } from '#libs/kernel/errors/domain-error';
import { checkText, type Check } from '#libs/shape/checks';

/** An id from a path or an argument: any storable text of 1–255 characters is looked up. Decision 17 of the interface. */
@Injectable()
export class ReferencePipe implements PipeTransform<unknown, string> {
  private readonly check: Check;

  constructor(
    private readonly name: string,
    pattern?: RegExp,
  ) {
    this.check = checkText({ min: 1, max: 255, pattern });
  }

  transform(value: unknown): string {
    const wrong = this.check(value);
    if (wrong) throw badInput(`${this.name} ${wrong}`);
    return value as string;
  }
}

/** A path parameter that names an object; `pattern` only where openapi.json states one. */
export function PathId(name: string, pattern?: RegExp): ParameterDecorator {
  return (target, key, index) => {
    Param(name, new ReferencePipe(name, pattern))(target, key, index);
    const schema = { type: 'string', minLength: 1, maxLength: 255, pattern: pattern?.source } as const;
    const descriptor = Object.getOwnPropertyDescriptor(target, key as string) as PropertyDescriptor;
    ApiParam({ name, schema })(target, key as string, descriptor);
  };
}

/** The same as the argument of a GraphQL field. */
export const IdArg = (name: string, pattern?: RegExp): ParameterDecorator =>
  Args(name, { type: () => String }, new ReferencePipe(name, pattern));

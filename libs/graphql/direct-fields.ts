import type { INestApplication } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService, MetadataScanner } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import {
  GraphQLSchemaHost,
  RESOLVER_NAME_METADATA,
  RESOLVER_TYPE_METADATA,
  ResolverDecoratorHost,
} from '@nestjs/graphql';
import { GqlParamtype } from '@nestjs/graphql/dist/enums/gql-paramtype.enum.js';
import { createArgsMapper } from '@nestjs/graphql/dist/utils/map-args-to-props.util.js';
import type { GraphQLFieldResolver } from 'graphql';
import {
  aroundDoors,
  classOf,
  directCall,
  handlerOf,
  type Around,
  type DoorMethod,
  type Sources,
} from '#libs/doors/direct-call';
import { servesKey } from '#libs/doors/served';

type Arguments = Record<string, unknown>;
type DirectField = GraphQLFieldResolver<unknown, unknown, Arguments>;

const sources: Sources<Arguments> = new Map([
  // The framework takes the number of these for that of bodies, and tells pipes so.
  [GqlParamtype.ARGS, { type: 'body', of: (args: Arguments): unknown => args }],
]);

/**
 * Root fields are called without the framework in between, as doors of REST are: only where nothing but the application's own guards, pipes
 * and filter stands around them. Call it once the schema is made. ADR-0062
 */
export function callFieldsDirectly(app: INestApplication): void {
  const { schema } = app.get(GraphQLSchemaHost);
  const fields = directFields(app);
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      field.resolve = fields.get(`${root?.name}.${field.name}`) ?? field.resolve;
    }
  }
}

/** By root and name: `Query.customer`. */
export function directFields(app: INestApplication): Map<string, DirectField> {
  const around = aroundDoors(app.get(ApplicationConfig));
  const fields = new Map<string, DirectField>();
  if (!around || app.get(ResolverDecoratorHost).getDecorator()) return fields;
  const scanner = new MetadataScanner();
  for (const { metatype, instance } of app.get(DiscoveryService).getProviders()) {
    if (!metatype || !Reflect.hasMetadata(RESOLVER_TYPE_METADATA, metatype)) continue;
    const door = instance as Record<string, object>;
    for (const name of scanner.getAllMethodNames(Object.getPrototypeOf(door) as object)) {
      const address = addressOf(door[name] as object);
      const field = address && directField({ door, name }, around);
      if (field) fields.set(address, field);
    }
  }
  return fields;
}

/** Undefined for a field below another. */
function addressOf(handler: object): string | undefined {
  const root = Reflect.getMetadata(RESOLVER_TYPE_METADATA, handler) as string | undefined;
  const name = Reflect.getMetadata(RESOLVER_NAME_METADATA, handler) as string | undefined;
  return root && name && Reflect.hasMetadata(servesKey, handler) ? `${root}.${name}` : undefined;
}

/** @returns undefined for a method that only the framework can call */
export function directField(method: DoorMethod, around: Around): DirectField | undefined {
  const type = classOf(method);
  const handler = handlerOf(method);
  const call = directCall(method, around, sources);
  if (!call) return undefined;
  // Names of the schema as those of the shapes, as the framework does before any pipe.
  const named = createArgsMapper(type, method.name) as ((args: Arguments) => Arguments) | null;
  return (root, args, graph, info) => {
    const asked = named ? named(args) : args;
    const context = new ExecutionContextHost([root, asked, graph, info], type, handler);
    context.setType('graphql');
    return call(asked, context);
  };
}

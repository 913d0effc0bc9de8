import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { RequestMethod } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { aroundDoors, type DoorMethod } from '#libs/doors/direct-call';
import { servesKey } from '#libs/doors/served';
import { directChain, type DirectChain } from './direct-chain';
import { ErrorReplies } from './error-replies';

/**
 * Doors of REST are called without the framework's router in between, which awaits each of its steps for every request. Only where
 * nothing but the application's own guards, pipes and filter stands around them: any other keeps the router. Call it before the routes are
 * made. ADR-0055
 */
export function callDirectly(app: NestFastifyApplication): void {
  const chains = directChains(app);
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRoute', (route) => {
    const chain = chains.get(`${String(route.method)} ${route.url}`);
    if (chain) route.handler = chain;
  });
}

/** By method and address. */
export function directChains(app: NestFastifyApplication): Map<string, DirectChain> {
  const around = aroundDoors(app.get(ApplicationConfig));
  if (!around) return new Map();
  const adapter = app.getHttpAdapter();
  const replies = app.get(ErrorReplies);
  const surroundings = {
    ...around,
    send: adapter.reply.bind(adapter),
    refuse: replies.send.bind(replies),
  };
  const chains = new Map<string, DirectChain>();
  for (const [address, door] of doorsOf(app)) {
    const chain = directChain(door, surroundings);
    if (chain) chains.set(address, chain);
  }
  return chains;
}

/** Controllers inherit methods, so only a route tells whose it is. */
function doorsOf(app: NestFastifyApplication): Map<string, DoorMethod> {
  const doors = new Map<string, DoorMethod>();
  const scanner = new MetadataScanner();
  for (const { instance } of app.get(DiscoveryService).getControllers()) {
    const controller = instance as Record<string, object>;
    const prefixes = pathsOf(controller.constructor);
    for (const name of scanner.getAllMethodNames(Object.getPrototypeOf(controller) as object)) {
      const method = controller[name] as object;
      if (!Reflect.hasMetadata(servesKey, method)) continue;
      const verb = RequestMethod[Reflect.getMetadata(METHOD_METADATA, method) as RequestMethod];
      for (const path of pathsOf(method))
        for (const prefix of prefixes) doors.set(`${verb} ${prefix}${path}`, { door: controller, name });
    }
  }
  return doors;
}

const pathsOf = (declared: object): string[] =>
  [Reflect.getMetadata(PATH_METADATA, declared) as string | string[]].flat().map((path) => {
    const trimmed = path.replace(/^\/|\/$/g, '');
    return trimmed === '' ? '' : `/${trimmed}`;
  });

import { contract as built } from 'virtual:operations';

/** JSON schema, as far as the contract speaks it. */
export interface Schema {
  type?: string | string[];
  format?: string;
  enum?: (string | number | boolean | null)[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  description?: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  $ref?: string;
}

export interface Parameter {
  name: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  query?: Parameter[];
  body?: Schema;
}

/** What openapi.json says of the operations, packed into the console when it is built. */
export interface Contract {
  operations: Record<string, Operation>;
  schemas: Record<string, Schema>;
}

export const contract: Contract = built;

/** @throws where the contract has no such operation: a fault of the screen that names it */
export function operation(id: string): Operation {
  const found = contract.operations[id];
  if (!found) throw new Error(`There is no operation ${id}`);
  return found;
}

import { jsonOf } from '#libs/kernel/json-writer';

/** What is told is bounded. Domain: access-and-events W5 */
const largestBytes = 262_144;

/** An event, as far as a receiver is told of it. */
export interface ToldEvent {
  uid: string;
  type: string;
  occurredAt: Date;
  payload: object;
  environmentId: string;
  /** Key or user that caused it. */
  actor: string;
  /** Revision of its object. */
  version: number | null;
}

/** What a receiver is sent. Domain: access-and-events W2 */
export interface Message {
  messageId: string;
  body: string;
  isTooLarge: boolean;
}

const schemaVersion = 1;

/** The same text at each attempt. Domain: access-and-events W2 */
export function messageOf(event: ToldEvent): Message {
  const { uid: messageId, type, occurredAt: createdAt, payload: data } = event;
  const { environmentId, actor, version } = event;
  const told = { messageId, type, createdAt, data, environmentId, actor };
  const body = jsonOf({ ...told, version: schemaVersion, entityVersion: version }) as string;
  return { messageId, body, isTooLarge: Buffer.byteLength(body, 'utf8') > largestBytes };
}

import { patternsOf } from '#libs/messaging/event-audience';

/** Of the events $2, of the types $3, the active webhooks that hear them. The webhook is held: whoever deletes it waits, and finds the messages for it. */
export const hearers = `select t.uid as "webhookUid", e.uid as "eventUid"
                   from unnest($2::uuid[], $3::text[]) as e(uid, type)
                   join webhook t on t.environment_id = $1 and t.status = 'ACTIVE'
                    and t.event_types ?| ${patternsOf('e.type')}
                  order by t.uid, e.uid for key share of t`;

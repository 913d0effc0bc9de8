import { randomBytes } from 'node:crypto';
import { askEntitlements } from './chapters/ask-entitlements';
import { billContract } from './chapters/bill-contract';
import { changeAnswers } from './chapters/change-answers';
import { countEvents } from './chapters/count-events';
import { defineCatalog } from './chapters/define-catalog';
import { endSubscription } from './chapters/end-subscription';
import { explainRefusal } from './chapters/explain-refusal';
import { followChanges } from './chapters/follow-changes';
import { givePromotion } from './chapters/give-promotion';
import { holdLimit } from './chapters/hold-limit';
import { publishVersion } from './chapters/publish-version';
import { reportMonth } from './chapters/report-month';
import { speakGraphql } from './chapters/speak-graphql';
import { subscribeCustomers } from './chapters/subscribe-customers';
import { Scene, type Chapter } from './scene';
import { ServiceClient } from './service-client';
import { Stage, type Audience, type Outcome } from './stage';

export const chapters: readonly Chapter[] = [
  defineCatalog,
  subscribeCustomers,
  askEntitlements,
  reportMonth,
  changeAnswers,
  holdLimit,
  givePromotion,
  countEvents,
  explainRefusal,
  followChanges,
  speakGraphql,
  publishVersion,
  billContract,
  endSubscription,
];

/**
 * Tells the main job on a server that listens at `url`, with a server key of it. Every telling has ids of its own, so a used
 * server is as good as an empty one.
 */
export async function tellStory(url: string, key: string, audience: Audience): Promise<Outcome> {
  const stage = new Stage(audience);
  const scene = new Scene(new ServiceClient(url, key), stage, randomBytes(3).toString('hex'));
  const promises = chapters.flatMap((chapter) => chapter.promises);
  stage.announce(`The main job, told on ${url}`, promises);
  try {
    for (const [index, chapter] of chapters.entries()) {
      stage.chapter(`${index + 1}/${chapters.length}`, chapter.title, chapter.about);
      await chapter.tell(scene);
    }
    return stage.conclude();
  } catch (error) {
    return stage.conclude(error);
  }
}

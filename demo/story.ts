import { randomBytes } from 'node:crypto';
import { askEntitlements } from './chapters/ask-entitlements';
import { billByClock } from './chapters/bill-by-clock';
import { billContract } from './chapters/bill-contract';
import { burnCredits } from './chapters/burn-credits';
import { changeAnswers } from './chapters/change-answers';
import { changeByClock } from './chapters/change-by-clock';
import { chargeByClock } from './chapters/charge-by-clock';
import { collectByClock } from './chapters/collect-by-clock';
import { countEvents } from './chapters/count-events';
import { defineCatalog } from './chapters/define-catalog';
import { endSubscription } from './chapters/end-subscription';
import { explainRefusal } from './chapters/explain-refusal';
import { exportData, offersFiles } from './chapters/export-data';
import { followChanges } from './chapters/follow-changes';
import { givePromotion } from './chapters/give-promotion';
import { hearByWebhook } from './chapters/hear-by-webhook';
import { holdLimit } from './chapters/hold-limit';
import { publishVersion } from './chapters/publish-version';
import { reportMonth } from './chapters/report-month';
import { rotateKeys } from './chapters/rotate-keys';
import { shareBudgets } from './chapters/share-budgets';
import { speakGraphql } from './chapters/speak-graphql';
import { stayByClock } from './chapters/stay-by-clock';
import { subscribeCustomers } from './chapters/subscribe-customers';
import { tryByClock } from './chapters/try-by-clock';
import { Scene, type Chapter, type ClockChapter, type NearbyChapter } from './scene';
import { ServiceClient } from './service-client';
import { Stage, type Audience, type Outcome } from './stage';
import { TestClock } from './test-clock';
import { WebhookReceiver } from './webhook-receiver';

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
  shareBudgets,
  rotateKeys,
  publishVersion,
  billContract,
  endSubscription,
];

/** Told where the service sends something to this machine. */
export const chaptersNearby: readonly NearbyChapter[] = [hearByWebhook];

/** Told where the operator gave the service a directory to export to. */
export const chaptersOfFiles: readonly Chapter[] = [exportData];

/** They come last: all that the others made lives by the clock that these move. */
export const chaptersByClock: readonly ClockChapter[] = [
  tryByClock,
  changeByClock,
  stayByClock,
  billByClock,
  collectByClock,
  chargeByClock,
  burnCredits,
];

export interface Telling {
  /** The clock goes forward only, for all that lives in the environment. */
  mayMoveClock: boolean;
}

/**
 * Tells the main job on a server that listens at `url`, with a server key of it. Every telling has ids of its own, so a used
 * server is as good as an empty one. What needs a clock that may not be moved is left out and not promised.
 */
export async function tellStory(
  url: string,
  key: string,
  audience: Audience,
  { mayMoveClock }: Telling,
): Promise<Outcome> {
  const stage = new Stage(audience);
  const service = new ServiceClient(url, key);
  const scene = new Scene(service, stage, randomBytes(3).toString('hex'));
  const clock = await TestClock.find(service, stage, { mayMove: mayMoveClock });
  const receiver = await WebhookReceiver.find(service, scene.called('demo'));
  const files = await offersFiles(service, scene.called('offered'));
  const told = [
    ...chapters,
    ...(files === true ? chaptersOfFiles : []),
    ...(typeof receiver === 'string' ? [] : chaptersNearby.map((chapter) => nearby(chapter, receiver))),
    ...(typeof clock === 'string' ? [] : chaptersByClock.map((chapter) => byClock(chapter, clock))),
  ];
  stage.announce(
    `The main job, told on ${url}`,
    told.flatMap(({ promises }) => promises),
  );
  if (files !== true) stage.say(`Without the chapter on the data export: ${files}.`);
  if (typeof receiver === 'string') stage.say(`Without the chapter on webhooks: ${receiver}.`);
  if (typeof clock === 'string')
    stage.say(`Without the ${chaptersByClock.length} chapters that move the test clock: ${clock}.`);
  try {
    await tellAll(told, scene);
    if (typeof clock !== 'string') await clock.leave();
    return stage.conclude();
  } catch (error) {
    if (typeof clock !== 'string') await clock.leave().catch(() => undefined);
    if (typeof receiver !== 'string') await receiver.leave().catch(() => undefined);
    return stage.conclude(error);
  }
}

const nearby = (chapter: NearbyChapter, receiver: WebhookReceiver): Chapter => ({
  ...chapter,
  tell: (scene) => chapter.tell(scene, receiver),
});

const byClock = (chapter: ClockChapter, clock: TestClock): Chapter => ({
  ...chapter,
  tell: (scene) => chapter.tell(scene, clock),
});

async function tellAll(told: readonly Chapter[], scene: Scene): Promise<void> {
  for (const [index, chapter] of told.entries()) {
    scene.stage.chapter(`${index + 1}/${told.length}`, chapter.title, chapter.about);
    await chapter.tell(scene);
  }
}

import { buyersOf, catalogOf, type Buyer, type Catalog } from './catalog';
import { wholePath, type Answer, type ServiceClient } from './service-client';
import type { Stage } from './stage';
import type { TestClock } from './test-clock';
import type { WebhookReceiver } from './webhook-receiver';

const hourMs = 3_600_000;

/** What a check answers, as far as the story looks at it. */
export interface CheckAnswer {
  isGranted: boolean;
  accessDeniedReason: string | null;
  currentUsage?: number;
  usageLimit?: number | null;
  usagePeriodStart?: string;
  usagePeriodEnd?: string;
}

export interface Subscription {
  id: string;
  planId: string;
  status: string;
  paymentCollection: string;
  startDate: string;
  currentBillingPeriodStart: string | null;
  currentBillingPeriodEnd: string | null;
  trialEndDate: string | null;
  cancellationDate: string | null;
  cancelReason: string | null;
  effectiveEndDate: string | null;
  futureUpdates: FutureUpdate[];
  addons: { id: string; quantity: number }[];
}

export interface FutureUpdate {
  subscriptionScheduleType: string;
  scheduleStatus: string;
  scheduledExecutionTime: string;
  targetPackage: { id: string } | null;
}

export interface Measurement {
  id: string;
  customerId: string;
  value: number;
  currentUsage: number;
  usagePeriodStart: string | null;
  usagePeriodEnd: string | null;
}

export interface UsageHistory {
  markers: { timestamp: string; type: string }[];
  series: { points: { timestamp: string; value: number; isResetPoint: boolean }[] }[];
}

export interface Report {
  customerId: string;
  featureId: string;
  value: number;
  updateBehavior?: 'DELTA' | 'SET';
  createdAt?: string;
  idempotencyKey?: string;
}

/** A part of the story, with what it promises to show. */
export interface Chapter {
  title: string;
  /** One line beneath the title. */
  about: string;
  promises: readonly string[];
  tell(scene: Scene): Promise<void>;
}

/** One that moves the clock of the environment. */
export interface ClockChapter extends Omit<Chapter, 'tell'> {
  tell(scene: Scene, clock: TestClock): Promise<void>;
}

/** One that the service sends something to this machine in. */
export interface NearbyChapter extends Omit<Chapter, 'tell'> {
  tell(scene: Scene, receiver: WebhookReceiver): Promise<void>;
}

/** The world of one telling: its catalog, its customers, and how they are spoken about. */
export class Scene {
  readonly catalog: Catalog;
  readonly buyers: Buyer[];
  /** Subscriptions by customer id, as they were provisioned. */
  readonly subscriptions = new Map<string, Subscription>();
  /** The service's own time when the story began; set by the first chapter. */
  startedAt = new Date(0);

  constructor(
    readonly service: ServiceClient,
    readonly stage: Stage,
    private readonly run: string,
  ) {
    this.catalog = catalogOf(this.called);
    this.buyers = buyersOf(this.called);
  }

  /** The id that a thing of the data files has in this telling. */
  readonly called = (id: string): string => `${id}-${this.run}`;

  /** Asks in front of the audience. `shown` names the fields of the answer that matter here; all of them when left out. */
  async perform<T>(
    method: string,
    path: string,
    body?: object,
    shown?: readonly string[],
  ): Promise<Answer<T>> {
    const answer = await this.service.rest<T>(method, path, body);
    const told = answer.code === undefined ? picked(answer.data(), shown) : answer.body;
    this.stage.exchange(`${method} ${wholePath(path)}`, body, answer.status, told);
    return answer;
  }

  /** May this customer use this feature, now? */
  async check(
    customer: string,
    feature: string,
    asked: Record<string, string | number> = {},
  ): Promise<CheckAnswer> {
    const question = new URLSearchParams({ featureId: this.called(feature) });
    for (const [name, value] of Object.entries(asked)) question.set(name, String(value));
    const path = `/customers/${this.called(customer)}/entitlements/check?${question}`;
    const shown = ['isGranted', 'accessDeniedReason', 'currentUsage', 'usageLimit'];
    return (await this.perform<CheckAnswer>('GET', path, undefined, shown)).data();
  }

  /** A subscription as it is told now. */
  async subscription(id: string, shown: readonly (keyof Subscription)[]): Promise<Subscription> {
    return (await this.perform<Subscription>('GET', `/subscriptions/${id}`, undefined, shown)).data();
  }

  /** So long usage is waited for after its period, as the environment says. */
  async usageGraceMs(): Promise<number> {
    const settings = await this.service.rest<{ usageGraceHours: number | null }>(
      'GET',
      '/environment-settings',
    );
    return (settings.data().usageGraceHours ?? 72) * hourMs;
  }

  /** One report that happens now. */
  async report(customer: string, feature: string, value: number): Promise<Measurement> {
    const usages = [{ customerId: this.called(customer), featureId: this.called(feature), value }];
    const shown = ['value', 'currentUsage', 'usagePeriodEnd'];
    const [measurement] = (await this.perform<Measurement[]>('POST', '/usage', { usages }, shown)).data();
    return measurement as Measurement;
  }
}

function picked(data: unknown, shown: readonly string[] | undefined): unknown {
  if (!shown || typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map((element) => picked(element, shown));
  return Object.fromEntries(shown.flatMap((name) => (name in data ? [[name, data[name as never]]] : [])));
}

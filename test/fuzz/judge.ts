import { setTimeout as pause } from 'node:timers/promises';
import type { Crossing } from './crossing';
import type { Defect } from './findings';
import { uuidsIn, type Place } from './place';
import type { FuzzAnswer, FuzzRequest } from './request';
import type { Sender } from './sender';
import type { StateWatch } from './state-watch';

/** No answer may take longer. */
const slowMs = 2000;
const settleMs = 60;
/** So many times the same is no chance. */
const often = 6;

/** What one may say of every answer, whatever was asked: its time, whose words it holds, and what a refusal left behind. */
export class Judge {
  private readonly met = new Map<string, number>();

  constructor(
    private readonly sender: Sender,
    private readonly watch: StateWatch,
    private readonly crossing: Crossing,
    private readonly foreign: { mark: string; uuids: ReadonlySet<string> },
  ) {}

  /**
   * The request, and what is wrong with its answer.
   * @param isRefusal whether this answer says that nothing was done
   */
  async ask(
    place: Pick<Place, 'credentials'>,
    request: FuzzRequest,
    isRefusal: (answer: FuzzAnswer) => boolean,
  ): Promise<{ answer?: FuzzAnswer; defects: Defect[] }> {
    const { environmentId } = place.credentials;
    const mark = await this.watch.mark(environmentId);
    const sent = await this.sent(request);
    if (sent instanceof Error) return { defects: [{ kind: 'no answer', detail: sent.message }] };
    const defects = this.ofWords(request, sent);
    if (isRefusal(sent) && request.method !== 'GET') {
      defects.push(...(await this.ofState(environmentId, request, mark, isRefusal)));
    }
    if (sent.ms > slowMs) defects.push(...(await this.ofTime(request)));
    return { answer: sent, defects };
  }

  private async sent(request: FuzzRequest): Promise<FuzzAnswer | Error> {
    try {
      return await this.crossing.pass(() => this.sender.send(request));
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** What the request itself said may come back. */
  private ofWords({ url, payload, headers }: FuzzRequest, { text }: FuzzAnswer): Defect[] {
    const { mark, uuids } = this.foreign;
    const said = `${decoded(url)} ${payload?.toString() ?? ''} ${Object.values(headers).join(' ')}`;
    const at = mark === '' ? -1 : text.indexOf(mark);
    const words =
      at >= 0 && !said.includes(mark)
        ? [{ kind: 'a word of another environment', detail: around(text, at) }]
        : [];
    const id = uuidsIn(text).find((each) => uuids.has(each) && !said.includes(each));
    if (id === undefined) return words;
    return [...words, { kind: 'an id of another environment', detail: around(text, text.indexOf(id)) }];
  }

  /**
   * What an earlier request left to do, or what time has brought about, may be done just now by somebody else. It was this request
   * that did it where it does so each time that it is made in quiet; or where requests of its operation are met by the very same
   * change time and again, which then is made once for each object.
   */
  private async ofState(
    environmentId: string,
    request: FuzzRequest,
    mark: number,
    isRefusal: (answer: FuzzAnswer) => boolean,
  ): Promise<Defect[]> {
    const first = await this.watch.since(environmentId, mark);
    if (first.length === 0 || isEmptyWallet(first)) return [];
    for (let turn = 0; turn < 3; turn++) {
      await this.quiet(environmentId, settleMs * 5 ** turn);
      const before = await this.watch.mark(environmentId);
      const again = await this.sent(request);
      if (again instanceof Error || !isRefusal(again)) return [];
      if ((await this.watch.since(environmentId, before)).length === 0)
        return isSentInvoice(first) ? [] : this.oftenMet(request, first);
    }
    return [{ kind: 'a refusal changed something', detail: first.join(', ') }];
  }

  private oftenMet({ operation }: FuzzRequest, touched: readonly string[]): Defect[] {
    const key = `${operation}: ${touched.join(', ')}`;
    const times = (this.met.get(key) ?? 0) + 1;
    this.met.set(key, times);
    return times < often ? [] : [{ kind: 'refusals changed something once', detail: touched.join(', ') }];
  }

  /** Longer with each turn: what the service does by itself is late where the machine has much to do. */
  private async quiet(environmentId: string, settledMs: number): Promise<void> {
    for (let before = -1, now = await this.watch.mark(environmentId); before !== now;) {
      await pause(settledMs);
      [before, now] = [now, await this.watch.mark(environmentId)];
    }
  }

  /** Other requests took part of the time: over it only where it is alone, thrice. */
  private async ofTime(request: FuzzRequest): Promise<Defect[]> {
    return this.crossing.alone(async () => {
      const times: number[] = [];
      for (let turn = 0; turn < 3; turn++) {
        const { ms } = await this.sender.send(request);
        if (ms <= slowMs) return [];
        times.push(Math.round(ms));
      }
      return [{ kind: 'over 2 s', detail: `${times.join(', ')} ms alone` }];
    });
  }
}

const around = (text: string, at: number): string => text.slice(Math.max(0, at - 80), at + 80);

/** Who asks for credits is locked by a wallet, which is made where there is none. Nobody is told of one in which nothing ever was. */
const isEmptyWallet = (touched: readonly string[]): boolean =>
  touched.every((what) => what === 'credit_wallet insert' || what === 'ledger_watch insert');

/** An invoice that was due when its billing was published is sent right afterwards, whatever else is asked about the contract then. */
const isSentInvoice = (touched: readonly string[]): boolean =>
  touched.join(', ') === 'activity insert, activity_chain update, document_series update, invoice update';

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

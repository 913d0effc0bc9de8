import { Injectable } from '@nestjs/common';
import { currentActor, currentEnvironmentId } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { eachPlaced, placedIn } from '#libs/kernel/errors/placed';
import { Gathering } from '#libs/persistence/gathering';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { nothing, one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { ConsumptionGroups, type ConsumptionBatch } from './consumption-groups.service';
import type { BatchOutcome, Taken } from './consumption-turn.record';
import type { ConsumeCreditsAsyncBody, ConsumeCreditsBody } from './credits.inputs';
import { CreditBalance, CreditConsumptionResult } from './credits.views';
import { askedOf } from './domain/consumption-request';

/** Consumptions that are committed together at most, where more than one request waits. */
const largestGroup = 400;

@Injectable()
export class ConsumptionService {
  /** One group of an environment is written while the next one gathers. */
  private readonly lanes = new Gathering<ConsumptionBatch, BatchOutcome>(
    (_environmentId, batches) => this.groups.take(batches),
    { most: largestGroup, sizeOf: (batch) => batch.length },
  );

  constructor(
    private readonly groups: ConsumptionGroups,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes credits in the fair order of their grants; what is lacking is owed, unless `enforceLimit` is asked for. A repeated key takes nothing
   * and answers as the first time. Domain: credits N1–N9
   * @throws CustomerNotFound, CustomCurrencyNotFound, EntityIsArchivedError, EntitlementLimitExceededError, AmountTooLarge, BadUserInput
   */
  @UseCase('consumeCredits', {
    needs: 'credits:write',
    commits: 'grouped',
    answers: one(CreditConsumptionResult),
    summary: 'Take credits from the wallet of a customer.',
  })
  async consume(body: ConsumeCreditsBody): Promise<CreditConsumptionResult> {
    const asked = askedOf(body, currentActor(), this.clock.now());
    const [taken] = await this.take([{ asked }]);
    return resultOf(body, taken as Taken);
  }

  /**
   * All or none, committed when it answers. Of what is lacking each is owed.
   * @throws as `consume`, naming the element, but for EntitlementLimitExceededError
   */
  @UseCase('consumeCreditsAsync', {
    needs: 'credits:write',
    commits: 'grouped',
    answers: nothing,
    summary: 'Take credits many times, up to 1,000 at once.',
  })
  async consumeAll({ consumptions }: ConsumeCreditsAsyncBody): Promise<null> {
    const now = this.clock.now();
    const by = currentActor();
    const placed = placedIn('consumptions', consumptions);
    const asked = await eachPlaced(placed, (each) => askedOf(each, by, now));
    if (asked.length > 0) await this.take(placedIn('consumptions', asked));
    return null;
  }

  private async take(batch: ConsumptionBatch): Promise<Taken[]> {
    const outcome = this.unitOfWork.isOpen
      ? (await this.groups.takeWithin([batch]))[0]
      : await this.lanes.ask(currentEnvironmentId(), batch);
    if (!outcome) throw new Error('A consumption was not decided on');
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.taken;
  }
}

function resultOf(body: ConsumeCreditsBody, { consumption, balance }: Taken): CreditConsumptionResult {
  const { customerId, currencyId, resourceId } = body;
  const { amount, occurredAt: timestamp } = consumption;
  const credit = CreditBalance.from(balance);
  return {
    amount: amount.toNumber(),
    currencyId,
    customerId,
    timestamp,
    credit,
    resourceId: resourceId ?? null,
  };
}

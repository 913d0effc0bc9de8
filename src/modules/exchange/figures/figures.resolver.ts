import { Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField } from '#libs/graphql/fields';
import { asArguments } from '#libs/shape/classes';
import { FiguresQuery, UsageFiguresQuery } from './figures.inputs';
import { FiguresService } from './figures.service';
import { Figures } from './figures.views';
import { UsageFiguresService } from './usage-figures.service';

const FiguresArgs = asArguments(FiguresQuery);
const UsageFiguresArgs = asArguments(UsageFiguresQuery);

@Resolver(() => Figures)
export class FiguresResolver {
  constructor(
    private readonly service: FiguresService,
    private readonly usage: UsageFiguresService,
  ) {}

  @ReadField(FiguresService, 'get')
  figures(@AllArgs(FiguresArgs) query: InstanceType<typeof FiguresArgs>) {
    return this.service.get(query);
  }

  @ReadField(UsageFiguresService, 'get')
  usageFigures(@AllArgs(UsageFiguresArgs) query: InstanceType<typeof UsageFiguresArgs>) {
    return this.usage.get(query);
  }
}

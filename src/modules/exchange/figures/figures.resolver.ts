import { Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField } from '#libs/graphql/fields';
import { asArguments } from '#libs/shape/classes';
import { FiguresQuery } from './figures.inputs';
import { FiguresService } from './figures.service';
import { Figures } from './figures.views';

const FiguresArgs = asArguments(FiguresQuery);

@Resolver(() => Figures)
export class FiguresResolver {
  constructor(private readonly service: FiguresService) {}

  @ReadField(FiguresService, 'get')
  figures(@AllArgs(FiguresArgs) query: InstanceType<typeof FiguresArgs>) {
    return this.service.get(query);
  }
}

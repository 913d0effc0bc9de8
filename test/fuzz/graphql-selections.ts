import {
  getNamedType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type GraphQLField,
  type GraphQLOutputType,
} from 'graphql';
import type { SeededRandom } from '../support/seeded-random';

const deepest = 6;

/** Chooses what is told of an answer: never so much that the document is refused for its size. */
export class Selections {
  private left = 0;

  constructor(private readonly random: SeededRandom) {}

  /** `{ id … }`, or nothing for a leaf. @param most fields */
  of(type: GraphQLOutputType, most = 60): string {
    this.left = most;
    return this.told(type, 0);
  }

  private told(type: GraphQLOutputType, depth: number): string {
    const named = getNamedType(type);
    if (isLeafType(named)) return '';
    if (isUnionType(named)) {
      const members = named
        .getTypes()
        .map((member) => `... on ${member.name} ${this.told(member, depth + 1)}`);
      return `{ __typename ${this.random.next() < 0.8 ? members.join(' ') : (members[0] ?? '')} }`;
    }
    if (!isObjectType(named) && !isInterfaceType(named)) return '';
    const fields = Object.values(named.getFields()).filter((field) => this.isChosen(field, depth));
    const spelled = fields.map((field) => this.spelled(field, depth));
    const directive = this.random.next() < 0.05 ? ' @include(if: true)' : '';
    const typed = this.random.next() < 0.1 ? [`__typename${directive}`] : [];
    const all = [...spelled, ...typed];
    return `{ ${all.length > 0 ? all.join(' ') : '__typename'} }`;
  }

  private isChosen({ name, type, args }: GraphQLField<unknown, unknown>, depth: number): boolean {
    if (this.left <= 0 || args.some((arg) => isNonNullType(arg.type))) return false;
    const isLeaf = isLeafType(getNamedType(type));
    const isWayDown = name === 'edges' || name === 'node';
    if (!isLeaf && depth >= deepest) return false;
    const isChosen = isWayDown || this.random.next() < (isLeaf ? 0.6 : 0.35);
    if (isChosen) this.left--;
    return isChosen;
  }

  private spelled({ name, type }: GraphQLField<unknown, unknown>, depth: number): string {
    const alias = this.random.next() < 0.03 ? `a${this.random.whole(0, 999)}: ` : '';
    return `${alias}${name} ${this.told(type, depth + 1)}`;
  }
}

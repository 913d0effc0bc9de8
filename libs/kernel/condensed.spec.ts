import fc from 'fast-check';
import { filled, Forms } from './condensed';

const instant = 1_772_000_000_000;

describe('condensed values', () => {
  it('come back as they were, whatever they are', () => {
    const forms = new Forms(100, new Set(['limit']));
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 4 }), (values) => {
        // Keys are those of our own types.
        fc.pre(!JSON.stringify(values).includes('__proto__'));
        const numbers: number[] = [];
        const kept = values.map((value) => ({ start: numbers.length, form: forms.of(value, numbers) }));
        const back = kept.map(({ form, start }) => filled(form.tree, numbers, start));
        expect(JSON.stringify(back)).toBe(JSON.stringify(values));
      }),
    );
  });

  it('share their form where they differ in their numbers only', () => {
    const forms = new Forms(100, new Set(['limit']));
    const of = (from: number, used: number, limit: number) => {
      const numbers: number[] = [];
      return { numbers, form: forms.of({ from, anchor: from, used, limit, until: null }, numbers) };
    };
    const [one, other] = [of(instant, 3, 10), of(instant + 5, 4, 10)];
    expect(other.form).toBe(one.form);
    // An instant that stands twice is kept once; a term belongs to the form.
    expect(other.numbers).toEqual([instant + 5, 4]);
    expect(of(instant, 3, 11).form).not.toBe(one.form);
  });

  it('keep the form of the value before where only numbers changed, and else find their own', () => {
    const forms = new Forms(1000, new Set(['limit']));
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 3 }),
        fc.jsonValue({ maxDepth: 3 }),
        fc.integer(),
        (one, other, used) => {
          fc.pre(!JSON.stringify([one, other]).includes('__proto__'));
          const values = [
            { one, used, limit: 1 },
            { one, used: used + 1, limit: 1 },
            { one: other, used, limit: 2 },
          ];
          let last: ReturnType<Forms['of']> | undefined;
          for (const value of values) {
            const numbers = [7];
            last = forms.of(value, numbers, last);
            expect([numbers.length, numbers[0]]).toEqual([last.size + 1, 7]);
            const back = filled(last.tree, numbers, 1);
            expect(JSON.parse(JSON.stringify(back))).toEqual(JSON.parse(JSON.stringify(value)));
          }
        },
      ),
    );
    const numbers: number[] = [];
    const first = forms.of({ from: instant, until: instant }, numbers);
    expect(forms.of({ from: instant + 1, until: instant + 1 }, [], first)).toBe(first);
    expect(forms.of({ from: instant + 1, until: instant + 2 }, [], first)).not.toBe(first);
  });

  it('give parts without a number out as they are', () => {
    const numbers: number[] = [];
    const { tree } = new Forms(10).of({ names: ['a', 'b'], at: instant }, numbers);
    const [first, second] = [
      filled<{ names: string[] }>(tree, numbers),
      filled<{ names: string[] }>(tree, numbers),
    ];
    expect(second.names).toBe(first.names);
  });

  it('a form that was forgotten is made again', () => {
    const forms = new Forms(2);
    for (const name of ['a', 'b', 'c', 'd', 'a']) {
      const numbers: number[] = [];
      expect(filled(forms.of({ [name]: 1 }, numbers).tree, numbers)).toEqual({ [name]: 1 });
    }
  });
});

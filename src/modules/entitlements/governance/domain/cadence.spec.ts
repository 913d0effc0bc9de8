import { budgetWindow, requireCadence } from './cadence';

// Domain: access-and-events

const utc = (text: string): Date => new Date(`${text}Z`);
const told = (cadence: string, anchor: string, at: string): string => {
  const { start, end } = budgetWindow(cadence, utc(anchor), utc(at));
  return `${start.toISOString().slice(0, 19)} ${end.toISOString().slice(0, 19)}`;
};

describe('the window of a cadence', () => {
  it.each([
    ['P1M', '2026-01-31T10:15', '2026-02-28T10:14', '2026-01-31T10:15:00 2026-02-28T10:15:00'],
    ['P1M', '2026-01-31T10:15', '2026-02-28T10:15', '2026-02-28T10:15:00 2026-03-31T10:15:00'],
    ['P3M', '2026-01-31T10:15', '2026-07-31T10:14', '2026-04-30T10:15:00 2026-07-31T10:15:00'],
    ['P1Y', '2024-02-29T00:00', '2026-02-27T23:00', '2025-02-28T00:00:00 2026-02-28T00:00:00'],
    ['P1W', '2026-03-04T15:30', '2026-03-18T15:29', '2026-03-11T15:30:00 2026-03-18T15:30:00'],
    ['P30D', '2026-01-01T00:00', '2026-03-02T00:00', '2026-03-02T00:00:00 2026-04-01T00:00:00'],
    ['P1D', '2026-03-29T01:30', '2026-03-30T01:29', '2026-03-29T01:30:00 2026-03-30T01:30:00'],
    ['PT1M', '2026-01-01T00:00:30', '2026-01-01T00:02', '2026-01-01T00:01:30 2026-01-01T00:02:30'],
    ['PT90S', '2026-01-01T00:00', '2026-01-01T00:03', '2026-01-01T00:03:00 2026-01-01T00:04:30'],
  ])('G10: %s from %s at %s', (cadence, anchor, at, expected) => {
    expect(told(cadence, anchor, at)).toBe(expected);
  });

  it.each(['P1D', 'P1W', 'P1M', 'P1Y', 'P30D', 'PT1M', 'PT12H', 'PT30S', 'P100Y'])(
    'G4: %s is one',
    (cadence) => {
      expect(requireCadence(cadence, 'cadence')).toBe(cadence);
    },
  );

  it.each([
    '',
    'P',
    'PT',
    'P0D',
    'P1DT1H',
    'P1M1D',
    '-P1D',
    'P01.5D',
    'P101Y',
    'P36501D',
    'PT1D',
    'P1H',
    'every day',
  ])('G4: %s is none', (cadence) => {
    expect(() => requireCadence(cadence, 'assignments[3].cadence')).toThrow(/assignments\[3\]\.cadence/);
  });
});

import { badInput } from '#libs/kernel/errors/domain-error';

export interface Units {
  featureUnits: string | null;
  featureUnitsPlural: string | null;
}

/** Both or none. @throws BadUserInput. Domain: catalog F5 */
export function requireUnits(units: Units, field = ''): Units {
  const featureUnits = units.featureUnits || null;
  const featureUnitsPlural = units.featureUnitsPlural || null;
  if ((featureUnits === null) !== (featureUnitsPlural === null)) {
    throw badInput(`${field}featureUnits and ${field}featureUnitsPlural go together: send both or none`);
  }
  return { featureUnits, featureUnitsPlural };
}

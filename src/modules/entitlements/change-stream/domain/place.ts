/** Where a stream stands: in the log of one environment, of one history of the database. */
export interface Place {
  /** Another one whenever the places of before mean nothing any more: after a failover, or when changes were missed. */
  epoch: string;
  position: number;
}

const form = /^([0-9a-f]{12})-(\d{1,15})$/;

export const placeText = ({ epoch, position }: Place): string => `${epoch}-${position}`;

/** Undefined for what no stream has told. */
export function readPlace(text: string): Place | undefined {
  const [, epoch, position] = form.exec(text) ?? [];
  return epoch === undefined ? undefined : { epoch, position: Number(position) };
}

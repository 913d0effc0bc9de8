import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';

const asked = (condition: string): string => `select exists (
    select from subscription s
     where s.environment_id = $1 and s.overrides @> jsonb_build_array(jsonb_build_object('featureUid', $2::text))
       and ${condition}) as found`;
const ever = asked('true');
const now = asked('s.canceled_at is null');

/** Which features subscriptions have values of their own for: those lie in their rows, where no foreign key sees them. */
@Injectable()
export class OverridesReader {
  constructor(private readonly database: Database) {}

  /** Of a subscription that is live. */
  nameNow(featureUid: string): Promise<boolean> {
    return this.ask(now, featureUid);
  }

  /** Of any subscription, an ended one too. */
  nameEver(featureUid: string): Promise<boolean> {
    return this.ask(ever, featureUid);
  }

  private async ask(text: string, featureUid: string): Promise<boolean> {
    const values = [currentEnvironmentId(), featureUid];
    const [row] = await this.database.query<{ found: boolean }>(text, values);
    return row?.found ?? false;
  }
}

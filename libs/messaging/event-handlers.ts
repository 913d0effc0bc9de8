import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from './event';

interface EventHandler {
  /** Its deliveries are remembered under this name: once per event and handler. */
  name: string;
  type: string;
  handle(event: RecordedEvent): Promise<void>;
}

/** Who wants to know what. Modules register when they start. */
@Injectable()
export class EventHandlers {
  private readonly byType = new Map<string, EventHandler[]>();

  register(handler: EventHandler): void {
    this.byType.set(handler.type, [...(this.byType.get(handler.type) ?? []), handler]);
  }

  of(type: string): readonly EventHandler[] {
    return this.byType.get(type) ?? [];
  }

  get types(): string[] {
    return [...this.byType.keys()];
  }
}

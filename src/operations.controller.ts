import { Controller, Get, Header, Res, SetMetadata } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Environment } from '#libs/config/env';
import { openKey } from '#libs/doors/guards';
import { ClockWatch, tellAhead } from '#libs/persistence/clock-watch';
import { Metrics } from '#libs/telemetry/metrics';

/** What operators ask: alive, ready, measured. */
@ApiExcludeController()
@SetMetadata(openKey, true)
@Controller()
export class OperationsController {
  private draining = false;

  constructor(
    private readonly clockWatch: ClockWatch,
    private readonly metrics: Metrics,
    private readonly environment: Environment,
  ) {}

  /** From now on no balancer should send anything new here. */
  drain(): void {
    this.draining = true;
  }

  get isDraining(): boolean {
    return this.draining;
  }

  @Get('health/live')
  live() {
    return { status: 'ok' };
  }

  @Get('health/ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const { isReachable, aheadMs } = await this.clockWatch.feel();
    const isReady = isReachable && !this.isDraining;
    void reply.status(isReady ? 200 : 503);
    const status = this.isDraining ? 'draining' : isReady ? 'ok' : 'unavailable';
    const clock = aheadMs === undefined ? 'ok' : tellAhead(aheadMs);
    return { status, database: isReachable ? 'ok' : 'away', ...(isReachable && { clock }) };
  }

  /** Not here when METRICS_PORT gives metrics a listener of their own. */
  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  async measured(@Res({ passthrough: true }) reply: FastifyReply) {
    if (this.environment.metricsPort === undefined) return this.metrics.render();
    void reply.status(404);
    return '';
  }
}

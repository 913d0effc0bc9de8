# Build:  docker build -t entitlements-service .
# Run:    docker run --init -p 3000:3000 -e DATABASE_URL=… -e API_KEY_PEPPER=… entitlements-service
#         `--init` (compose: `init: true`) puts a small init before node: as PID 1 node would reap no orphans.
#         `--build-arg OPTIONAL_PACKAGES=omit` leaves out what only REDIS_URL, the embedded database, LOG_FORMAT=pretty and traces need.
# Pin the base by its digest where builds must be reproducible: --build-arg NODE_IMAGE=node@sha256:…
ARG NODE_IMAGE=node:20-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && node scripts/sbom.mjs dist/sbom.json

FROM ${NODE_IMAGE} AS packages
ARG OPTIONAL_PACKAGES=include
WORKDIR /app
COPY package.json package-lock.json ./
# The compiler is an optional peer of two Nest packages, for build plug-ins that we leave out; npm would keep it.
RUN npm ci --omit=dev --${OPTIONAL_PACKAGES}=optional --ignore-scripts --no-audit --no-fund && rm -rf node_modules/typescript

FROM ${NODE_IMAGE}
ARG OPTIONAL_PACKAGES=include
WORKDIR /app
# PostgreSQL runs only as a user that the machine names: EMBEDDED_DATABASE=allow needs more than the number.
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin service \
 && install -d -o 10001 -g 10001 -m 0700 /data
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
# Links the shared libraries of the embedded PostgreSQL, which the service itself may not write here.
RUN [ "$OPTIONAL_PACKAGES" = omit ] || node -e "require('./dist/libs/persistence/embedded-binaries').findBinaries({})"
# Keeps the compiled code beside the program, which the service itself may not write here either.
RUN node -e "require('./dist/src/bundle').loadBundle()"
ENV NODE_ENV=production \
    NODE_OPTIONS=--disable-proto=delete \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
USER 10001
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/src/launch.js"]

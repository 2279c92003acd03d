# Builds an image that holds the program and nothing else:
#
#   docker build -t commerce-sandbox .
#   docker run --rm -p 8080:8080 commerce-sandbox
#
# Data live in /data, as long as the volume that is mounted there: an anonymous one
# goes with a container of "docker run --rm", a named one stays:
#
#   docker run --rm -p 8080:8080 -v orders:/data commerce-sandbox
#
# The data file is absolute, so that any working folder keeps the volume, and any user
# may write to /data, as on OpenShift.

FROM --platform=$BUILDPLATFORM golang:1.26.8 AS build
ARG TARGETOS TARGETARCH
WORKDIR /source
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN mkdir -p /image/licenses && mkdir -m 1777 /image/data /image/tmp
RUN cp LICENSE /image/licenses/LICENSE && cp .ci/notices/NOTICES.txt /image/licenses/NOTICES.txt
RUN GOOS=$TARGETOS GOARCH=$TARGETARCH bash .ci/build /image/commerce-sandbox

FROM scratch
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="commerce-sandbox" \
      org.opencontainers.image.description="A local sandbox of a commerce interface, over REST and SOAP" \
      org.opencontainers.image.source="https://github.com/commerce-sandbox/commerce-sandbox" \
      org.opencontainers.image.documentation="https://github.com/commerce-sandbox/commerce-sandbox/tree/main/web/guide" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
COPY --from=build --chown=65532:65532 /image/ /
USER 65532:65532
WORKDIR /data
VOLUME /data
ENV SANDBOX_LISTEN=:8080 SANDBOX_DATA=/data/commerce-sandbox.db
EXPOSE 8080
HEALTHCHECK --interval=2s --timeout=3s --start-period=5m --retries=15 CMD ["/commerce-sandbox", "ready"]
ENTRYPOINT ["/commerce-sandbox"]

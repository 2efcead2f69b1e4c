# syntax=docker/dockerfile:1
# The service in a container: docker build -t dehusk . && docker compose up
# This image has the compiler that the core needs.
FROM python:3.13-bookworm AS build
WORKDIR /build
COPY pyproject.toml setup.py README.md LICENSE ./
COPY src ./src
RUN python -m venv /opt/dehusk && /opt/dehusk/bin/pip install --no-cache-dir '.[serve]'

FROM python:3.13-slim-bookworm
ENV PATH=/opt/dehusk/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin dehusk
COPY --from=build /opt/dehusk /opt/dehusk
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
# Other machines can reach it, so it needs the variable DEHUSK_TOKEN.
ENTRYPOINT ["dehusk", "serve", "--host", "0.0.0.0"]

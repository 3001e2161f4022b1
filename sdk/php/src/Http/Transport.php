<?php

declare(strict_types=1);

namespace Kolo\Http;

/** Sends requests. Yours may replace the client's own, for example to use a proxy. */
interface Transport
{
    /**
     * Sends a request once. Does not follow redirects: they would send the private key along.
     *
     * @throws TransportError if there is no answer
     */
    public function send(Request $request): Response;
}

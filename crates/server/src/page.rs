//! The page, taken into the program when it is built.

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
};
use rust_embed::{EmbeddedFile, RustEmbed};

/// The files of the page; none if it was not built before the program.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
struct Dist;

/// What stands at `/` when there is no page.
const MISSING: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>Solus Rex</title>
<h1>Solus Rex</h1>
<p>The server runs, but this program was built without the page: <code>cargo xtask workbench</code> builds both.</p>
<p>Programs are answered at <a href=\"/api/v1/docs\">/api/v1</a> and <code>/standard</code>.</p>
</html>
";

/// Paths of the page that are no files: it finds its way itself.
const ROUTES: [&str; 3] = ["explore", "train", "solve"];

/// `GET /`
pub(crate) async fn index(headers: HeaderMap) -> Response {
    match Dist::get("index.html") {
        Some(file) => file_response("index.html", &file, &headers),
        None => Html(MISSING).into_response(),
    }
}

/// Any path that nothing else answers: a file of the page, a place in it, or nothing.
pub(crate) async fn other(request: Request) -> Response {
    let (method, uri): (&Method, &Uri) = (request.method(), request.uri());
    let path = uri.path().trim_start_matches('/');
    let is_route = path.split('/').next().is_some_and(|first| ROUTES.contains(&first));
    let file = Dist::get(path);
    if file.is_none() && !is_route {
        return (StatusCode::NOT_FOUND, "no such path (see / and /api/v1/docs)\n").into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET,HEAD")]).into_response();
    }
    match file {
        Some(file) => file_response(path, &file, request.headers()),
        None => index(request.headers().clone()).await,
    }
}

fn file_response(path: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag: String = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    // files with their hash in the name never change; the others are asked for again
    let lasts = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let is_known = known.is_some_and(|known| {
        known
            .split(',')
            .any(|known| known.trim().trim_start_matches("W/") == tag || known.trim() == "*")
    });
    let mut response = match is_known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => {
            ([(header::CONTENT_TYPE, file.metadata.mimetype())], file.data.clone().into_owned())
                .into_response()
        }
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(lasts));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

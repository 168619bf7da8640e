use solusrex_problems::*;
fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    if args[0] == "solve" {
        args.remove(0);
    }
    let text = std::fs::read_to_string(&args[0]).unwrap();
    match Problem::parse(&text) {
        Ok(problems) => {
            for p in &problems {
                let s = solve(
                    p,
                    &Limits { fast: true, memory: 256 << 20, ..Limits::default() },
                    &mut |_| {},
                );
                print!("{}", write::text(p, &s));
            }
        }
        Err(e) => eprintln!("error: {e}"),
    }
}
